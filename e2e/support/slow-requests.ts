/**
 * Loaded before the server (`node --import`): lets a test make the server itself slow, without a busy event loop. Each call
 * waits for as many milliseconds as the file SLOW_REQUESTS_FILE says.
 */
import { registerHooks } from 'node:module'

const WAIT = `app.addHook('onRequest', async () => {
  const { readFileSync } = await import('node:fs')
  const ms = Number(readFileSync(process.env['SLOW_REQUESTS_FILE'] ?? '', 'utf8'))
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
})`

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/server/app.ts')) return loaded
    const { source: given = '' } = loaded
    const source = typeof given === 'string' ? given : Buffer.from(given as Uint8Array).toString()
    const changed = source.replace('  authenticate(app, ', `${WAIT}\n  authenticate(app, `)
    if (changed === source) throw new Error('server/app.ts no longer has the line that this test changes')
    return { ...loaded, source: changed }
  },
})
