import { useEffect } from 'react'

/** What takes the message about an ad away, by its id. */
const closers = new Map<string, () => void>()

/**
 * Shows a message about one ad in place of the last one about it. It goes when another ad is opened.
 * @param show answers what takes the message away
 * @returns what takes it away
 */
export function notifyAboutAd(ad: string, show: () => () => void): () => void {
  closers.get(ad)?.()
  const close = show()
  closers.set(ad, close)
  return close
}

/** On the screen of an ad: messages about others go. `ad` is undefined for a new one. */
export function useMessagesOf(ad: string | undefined): void {
  useEffect(() => {
    for (const [id, close] of closers) {
      if (id === ad) continue
      close()
      closers.delete(id)
    }
  }, [ad])
}
