import { once } from 'node:events'
import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Mode = { kind: 'plain' } | { kind: 'network' | 'proxy'; ms: number } | { kind: 'thin'; bytesPerSecond: number }

const TICK_MS = 50

/** A relay between browser and server that can be a long line, a thin one, or a proxy that takes its time. */
export async function openSlowWay() {
  let mode: Mode = { kind: 'plain' }
  let target = 0
  const open = new Set<Socket>()

  const proxy = createHttpServer((incoming, reply) => {
    const { method, url, headers } = incoming
    const taken = Date.now() / 1000
    setTimeout(
      () => {
        const onward = request(
          {
            port: target,
            host: '127.0.0.1',
            method,
            path: url,
            headers: { ...headers, via: '1.1 slow', 'x-request-start': `t=${taken.toFixed(3)}` },
          },
          (answer) => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(reply)
          },
        )
        onward.on('error', () => reply.destroy())
        incoming.pipe(onward)
      },
      mode.kind === 'proxy' ? mode.ms : 0,
    )
  })

  function pass(from: Socket, to: Socket, thin: boolean) {
    const waiting: Buffer[] = []
    let pump: NodeJS.Timeout | undefined
    from.on('data', (chunk) => {
      if (mode.kind === 'network') setTimeout(() => to.write(chunk), mode.ms / 2)
      else if (mode.kind === 'thin' && thin) {
        waiting.push(chunk)
        pump ??= setInterval(trickle, TICK_MS)
      } else to.write(chunk)
    })
    function trickle() {
      let room = mode.kind === 'thin' ? (mode.bytesPerSecond * TICK_MS) / 1000 : Infinity
      for (let [first] = waiting; first && room > 0; [first] = waiting) {
        to.write(first.subarray(0, room))
        if (first.length > room) waiting[0] = first.subarray(room)
        else waiting.shift()
        room -= first.length
      }
      if (waiting.length > 0) return
      clearInterval(pump)
      pump = undefined
    }
    from.on('error', () => to.destroy())
    from.on('close', () => {
      clearInterval(pump)
      setTimeout(() => to.destroy(), mode.kind === 'network' ? mode.ms : 0)
    })
  }

  const front = createServer((near) => {
    open.add(near)
    near.on('close', () => open.delete(near))
    if (mode.kind === 'proxy') return void proxy.emit('connection', near)
    const far = connect(target, '127.0.0.1')
    pass(near, far, false)
    pass(far, near, true)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')

  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    leadTo: (url: string) => void (target = Number(new URL(url).port)),
    /** From now on; connections that are open are cut. */
    become: (next: Mode) => {
      mode = next
      for (const socket of open) socket.destroy()
    },
    close: () => {
      front.close()
      for (const socket of open) socket.destroy()
    },
  }
}
