/** An hour of the day as clocks show it: `07:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The hours of the day to choose from. */
export const dayHours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))

/** `Europe/Oslo` as people read it. */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ')
