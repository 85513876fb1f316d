/**
 * A text for one of several pictures: `{n}` becomes the number of the picture, and `{name}` the name of its file as words.
 * @param n 1 for the first
 * @param name of the file; left out where `{name}` means nothing
 */
export const numberedText = (template: string, n: number, name?: string): string => {
  const numbered = template.replaceAll('{n}', String(n))
  return name === undefined ? numbered : numbered.replaceAll('{name}', () => fileWords(name))
}

/** `harbour-at_night.jpg` as “harbour at night”. */
const fileWords = (name: string): string =>
  name
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
