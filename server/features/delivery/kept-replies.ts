/** The bytes of a reply and what tells them from others. */
export type ReplyBytes = { etag: string; bytes: Buffer }

export type KeptReplies = {
  /** The reply to this address, unless it is too old. */
  find: (url: string) => ReplyBytes | undefined
  keep: (url: string, reply: ReplyBytes) => void
  clear: () => void
  /** Bytes of all that is kept, with the addresses. */
  size: () => number
}

/**
 * Replies by address, each for a time and all within a size: the oldest are removed first.
 * @param forMs how long a reply is kept
 * @param mostBytes how much is kept of all
 * @param now milliseconds of a clock that never goes back
 */
export function createKeptReplies(forMs: number, mostBytes: number, now = () => performance.now()): KeptReplies {
  /** In the order in which they were kept. */
  const kept = new Map<string, ReplyBytes & { until: number }>()
  let size = 0
  const bytesOf = (url: string, { bytes }: ReplyBytes) => url.length + bytes.length
  const remove = (url: string) => {
    const known = kept.get(url)
    if (known && kept.delete(url)) size -= bytesOf(url, known)
  }
  return {
    find(url) {
      const known = kept.get(url)
      return known && known.until > now() ? known : undefined
    },
    keep(url, { etag, bytes }) {
      remove(url)
      // A copy: a small buffer is a part of a large one, which stays in memory as long as any of its parts.
      const own = Buffer.allocUnsafeSlow(bytes.length)
      bytes.copy(own)
      kept.set(url, { etag, bytes: own, until: now() + forMs })
      size += bytesOf(url, { etag, bytes })
      for (const [oldest, { until }] of kept) {
        if (until > now() && size <= mostBytes) break
        remove(oldest)
      }
    },
    clear() {
      kept.clear()
      size = 0
    },
    size: () => size,
  }
}
