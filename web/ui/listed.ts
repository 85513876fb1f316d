/** Names in a row as the language writes them: “a, b”, “甲、乙”. */
export const listed = (names: readonly string[], locale: string) =>
  new Intl.ListFormat(locale, { style: 'narrow' }).format(names)
