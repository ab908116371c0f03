// Where pages change their shape. The same numbers stand in the styles, which cannot read them from
// here: `breakpoints.test.ts` finds any other one.

/** A table on a phone: too narrow for a panel, or too low under a finger. */
export const PHONE = "(max-width: 899px), (max-height: 599px) and (pointer: coarse)";
/** A phone that lies on its side. */
export const SIDEWAYS = "(orientation: landscape) and (max-height: 599px)";

/** The widths up to which styles may differ, px: tiny phones, phones, tablets, small desks. */
export const WIDTHS = { tiny: 359, phone: 599, tablet: 899, laptop: 1399 } as const;
