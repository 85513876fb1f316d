import { once } from 'node:events'
import { createServer } from 'node:net'

type Place = { host: string; port: number }

/** Why no server can listen there, and what helps; undefined when one can. Asked before anything is made for it. */
export async function portProblem(place: Place): Promise<string | undefined> {
  const probe = createServer()
  try {
    probe.listen(place)
    await once(probe, 'listening')
  } catch (error) {
    return listenProblem(error, place)
  }
  probe.close()
  await once(probe, 'close')
  return undefined
}

/** Says the failure of `listen` in a sentence that names the port and what to do. */
export function listenProblem(error: unknown, { host, port }: Place): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or set PORT to a free one, as in: PORT=${port + 1} npm start`
  if (code === 'EACCES') return `Port ${port} is not for this user. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is wrong: ${host} is not an address of this machine.`
  return message
}
