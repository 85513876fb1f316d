const REGION = /^en-[a-z]{2}$/i

/**
 * English as a region writes it: order of day and month, clock, numbers. The first that the browser names with a region;
 * without one, `en`, which is written as in the United States.
 */
export const englishOf = (languages: readonly string[]): string => languages.find((one) => REGION.test(one)) ?? 'en'
