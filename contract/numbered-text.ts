/**
 * A text for one of several pictures: `{n}` becomes the number of the picture.
 * @param n 1 for the first
 */
export const numberedText = (template: string, n: number): string => template.replaceAll('{n}', String(n))
