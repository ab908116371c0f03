// A button that cannot be used just now rests: it is dimmed and does nothing, but it keeps the
// focus. One that is `disabled` while somebody is on it drops the focus to nowhere, and the next
// key with it.

/** The attributes of a button that rests, or does not. */
export function resting(rests: boolean): {
  "aria-disabled": true | undefined;
  onclickcapture: (event: Event) => void;
} {
  return {
    "aria-disabled": rests || undefined,
    onclickcapture: (event) => {
      if (!rests) return;
      // Neither its own listeners nor the form that it would send.
      event.preventDefault();
      event.stopImmediatePropagation();
    },
  };
}

/** Whether something is a control that answers to Space itself. */
export function answersSpace(target: Element): boolean {
  return target.matches("button:not([aria-disabled]), a, summary, input, textarea, select");
}
