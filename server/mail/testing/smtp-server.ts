import { createServer, type Socket } from 'node:net'

export type Received = { recipients: string[]; text: string }

/** A mail server of the test's own: keeps what it accepts; `refuse` decides about each message by its number. Port 0 is any free one. */
export async function startSmtpServer(refuse: (n: number) => boolean = () => false, listenOn = 0) {
  const received: Received[] = []
  let count = 0
  const talk = (socket: Socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let recipients: string[] = []
    let data: string | undefined
    let rest = ''
    const hear = (line: string) => {
      if (data !== undefined && line !== '.') return void (data += `${line}\n`)
      if (data !== undefined) {
        if (refuse(++count)) say('451 try again later')
        else {
          received.push({ recipients, text: data })
          say('250 kept')
        }
        recipients = []
        data = undefined
        return undefined
      }
      if (/^RCPT TO:/i.test(line)) recipients.push(/<(.*?)>/.exec(line)?.[1] ?? '')
      if (/^DATA$/i.test(line)) {
        data = ''
        return say('354 go on')
      }
      if (/^QUIT$/i.test(line)) return socket.end('221 bye\r\n')
      return say('250 ok')
    }
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      lines.forEach(hear)
    })
    say('220 test')
  }
  const server = createServer(talk)
  await new Promise<void>((resolve) => server.listen(listenOn, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, received, close }
}
