/**
 * For tables of who may do what: what a refused call left as it was serves the next refused call, instead of an item of its own.
 * `take` makes one where none was given back; an item that was changed is not given back.
 */
export function keepUnchanged<T>() {
  const kept = new Map<string, T>()
  return {
    async take(kind: string, make: () => Promise<T>): Promise<T> {
      const item = kept.get(kind)
      kept.delete(kind)
      return item ?? make()
    },
    giveBack: (kind: string, item: T) => void kept.set(kind, item),
  }
}
