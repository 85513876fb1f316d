import { createServer, type AddressInfo } from 'node:net'

/** A mail server that takes everything, and remembers to whom. */
export async function startMailSink() {
  const recipients: string[] = []
  const server = createServer((socket) => {
    let [inData, said] = [false, '']
    socket.on('error', () => undefined)
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      for (let end = said.indexOf('\r\n'); end >= 0; end = said.indexOf('\r\n')) {
        const line = said.slice(0, end)
        said = said.slice(end + 2)
        if (inData) {
          if (line !== '.') continue
          inData = false
        }
        const to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
        if (to) recipients.push(to.toLowerCase())
        if (/^DATA/i.test(line)) inData = true
        socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    stop: () => void server.close(),
  }
}
