// Times as people read them: the day and the hour of here.

/** A time with its day: "Tue 17 Nov, 14:30". */
export function when(at: number, language: string): string {
  const form = new Intl.DateTimeFormat(language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return form.format(at);
}

/** A day: "17 November". */
export function day(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "long" }).format(at);
}

/** The minute of the day in UTC of an hour of here: `08:00`. */
export function utcMinute(hour: string, now = new Date()): number {
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  const local = new Date(now);
  local.setHours(hours, minutes, 0, 0);
  return local.getUTCHours() * 60 + local.getUTCMinutes();
}

/** The same backwards. */
export function localHour(minute: number, now = new Date()): string {
  const local = new Date(now);
  local.setUTCHours(Math.floor(minute / 60), minute % 60, 0, 0);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${two(local.getHours())}:${two(local.getMinutes())}`;
}

/** A day of here as forms have it: `2026-11-17`. */
export function dateText(at: Date): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Whole days of here, from the first to the end of the last, whatever the clocks do meanwhile. */
export function span(first: string, last: string): { from: number; to: number; days: number } {
  const [from, to] = [new Date(`${first}T00:00`), new Date(`${last}T00:00`)];
  to.setDate(to.getDate() + 1);
  const ms = to.getTime() - from.getTime();
  return { from: from.getTime(), to: to.getTime(), days: Math.round(ms / 86_400_000) };
}
