/** The most articles pinned to one term. */
export const PINS_MAX = 5
