/** Runs in a worker thread (body-html-pool.ts starts it): one body in, one body out. */
import { parentPort } from 'node:worker_threads'
import { captureConsole } from '../../http/log-lines.ts'
import { sanitizeBody } from './body-html.ts'

captureConsole()

parentPort?.on('message', (html: string) => parentPort?.postMessage(sanitizeBody(html)))
parentPort?.postMessage('ready')
