/** The text with every `{n}` replaced by the number. */
export const numberedText = (text: string, n: number): string => text.replaceAll('{n}', String(n))
