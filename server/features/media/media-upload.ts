import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MEDIA_MAX_BYTES, MediaUploadTexts } from '#contract/media.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { NewImage } from './media-commands.ts'

/** Uploads held in memory at once; each may reach MEDIA_MAX_BYTES. */
const UPLOADS_MAX = 16
const DRAIN_MS = 1000
let receiving = 0

/** Multipart bodies for this scope only, with every count and length bounded. */
export async function acceptUploads(scope: FastifyInstance) {
  await scope.register(multipart, {
    limits: {
      fileSize: MEDIA_MAX_BYTES,
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: 4096,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
}

/**
 * Reads the one picture and its texts from a multipart request, and has them used while they are in memory.
 * @throws ProblemError unsupported_media_type, invalid_input, too_large, busy
 */
export async function withUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (upload: NewImage) => Promise<T>,
): Promise<T> {
  return holdingBytes(request, reply, async () => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new ProblemError('invalid_input', { detail: 'The sender is gone' })))
    const upload = await readUpload(request).catch(async (error: unknown) => {
      throw await unread(request, reply, error)
    })
    return handle({ ...upload, signal: gone.signal })
  })
}

/**
 * Counts who holds a whole picture in memory.
 * @throws ProblemError busy when too many do
 */
export async function holdingBytes<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<T>,
): Promise<T> {
  if (receiving >= UPLOADS_MAX) throw await unread(request, reply, new ProblemError('busy', { retryAfter: 5 }))
  receiving += 1
  try {
    return await handle()
  } finally {
    receiving -= 1
  }
}

async function readUpload(request: FastifyRequest): Promise<NewImage> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_media_type')
  if (Number(request.headers['content-length']) > MEDIA_MAX_BYTES + 65_536) throw tooLarge()
  const texts: Record<string, unknown> = {}
  let file: { name: string; bytes: Buffer } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') takeText(texts, part)
      else {
        if (part.fieldname !== 'file') throw invalidField(part.fieldname, 'unrecognized_keys', 'unknown field')
        file = { name: part.filename, bytes: await part.toBuffer() }
      }
    }
  } catch (error) {
    throw asProblem(error)
  }
  if (!file) throw invalidField('file', 'required', 'a file is required')
  const parsed = MediaUploadTexts.safeParse(texts)
  if (parsed.success) return { ...file, ...parsed.data }
  throw new ProblemError('invalid_input', {
    fields: parsed.error.issues.flatMap((issue) =>
      (issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]).map((path) => ({
        path,
        code: issue.code,
        message: issue.message,
      })),
    ),
  })
}

function takeText(texts: Record<string, unknown>, part: Extract<Multipart, { type: 'field' }>) {
  if (part.fieldname === 'file') throw invalidField('file', 'not_a_file', 'this part must be a file with a name')
  if (Object.hasOwn(texts, part.fieldname)) throw invalidField(part.fieldname, 'twice', 'the same field twice')
  if (part.valueTruncated) throw invalidField(part.fieldname, 'too_big', 'too long')
  texts[part.fieldname] = part.value
}

const tooLarge = () =>
  new ProblemError('too_large', {
    fields: [{ path: 'file', code: 'too_big', message: `at most ${MEDIA_MAX_BYTES / 1024 / 1024} MB` }],
  })

/** Whatever is wrong with the form is the sender's doing: 400, never 500. */
function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (code === 'FST_FILES_LIMIT') return invalidField('file', 'too_many', 'one file at a time')
  const detail = error instanceof Error ? error.message : undefined
  return new ProblemError('invalid_input', { detail: `The form could not be read: ${detail}` })
}

/**
 * For answers given before all was read: the connection ends after it, and what still arrives is swallowed for a
 * moment, because closing on unread bytes would reset the connection before the answer is seen.
 */
async function unread(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<unknown> {
  const { raw } = request
  if (raw.complete && raw.readableEnded) return error
  reply.header('connection', 'close')
  raw.unpipe()
  raw.resume()
  if (!raw.destroyed && !raw.complete)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, DRAIN_MS)
      raw.once('close', resolve).once('end', resolve)
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    })
  return error
}
