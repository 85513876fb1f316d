import type { FastifyInstance } from 'fastify'

type Output = { write: (text: string) => unknown }

const EVERY_MS = 20
const FULL_LENGTH = 65_536
const isUrgent = (line: string) => !/^\{"level":(10|20|30),/.test(line)

/** Writes lines of the log together every few milliseconds; warnings and errors at once, with all that came before. */
export function createLogStream(output: Output = process.stdout): Output & { flush: () => void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const text = lines
    lines = ''
    output.write(text)
  }
  return {
    flush,
    write(line) {
      lines += line
      if (lines.length > FULL_LENGTH || isUrgent(line)) flush()
      else timer ??= setTimeout(flush, EVERY_MS).unref()
    },
  }
}

/** One line for each call, when it was answered. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
    done()
  })
}
