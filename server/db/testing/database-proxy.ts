import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of PostgreSQL that can fail the way networks do. */
export async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = new Set<Socket>()
  let [silent, repliesLost] = [false, false]
  let delayMs = 0
  const server = createServer((near) => {
    const far = folder?.startsWith('/') ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname)
    open.add(near)
    near.on('close', () => open.delete(near))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (silent || (repliesLost && to === near)) return
        if (delayMs) setTimeout(() => silent || to.write(chunk), delayMs)
        else to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const cut = () => open.forEach((socket) => socket.resetAndDestroy())
  await listen(0)
  const own = (server.address() as { port: number }).port
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${own}`

  return {
    url: url.href,
    /** Takes everything and answers nothing. */
    swallow: () => void (silent = true),
    /** Lets everything through to PostgreSQL, and nothing back. */
    loseReplies: () => void (repliesLost = true),
    /** Adds so much to the way there and back together. */
    slowDown: (roundTripMs: number) => void (delayMs = roundTripMs / 2),
    /** Resets every connection, and refuses new ones. */
    stop: async () => {
      server.close()
      cut()
    },
    start: () => listen(own),
    /** As if nothing had been. What was swallowed stays lost. */
    heal: () => {
      silent = repliesLost = false
      cut()
    },
    /** Lets through what is sent from now on, on the same connections: whoever waits for what was swallowed waits on. */
    letThrough: () => void (silent = false),
    reset: cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
