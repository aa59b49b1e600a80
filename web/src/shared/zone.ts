/** The time zone of this browser; some cannot tell it, and say nothing. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
