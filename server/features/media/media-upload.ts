import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MEDIA_MAX_BYTES, MediaUploadTexts } from '#contract/media.ts'
import { isDatabaseFull, isOutOfDescriptors } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { FileTooLargeError, receiveFile, type TemporaryFile } from '../../storage/temporary-file.ts'
import type { NewImage } from './media-commands.ts'
import { underWay } from './upload-slots.ts'

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
 * Reads the one picture and its texts from a multipart request, onto the disk, and has them used. How many uploads a
 * person has under way is limited; one whose body comes slowly keeps no turn of the encoder.
 * @throws ProblemError unsupported_media_type, invalid_input, too_large, busy
 */
export async function withUpload<T>(
  { actor, request, reply, folder }: { actor: Actor; request: FastifyRequest; reply: FastifyReply; folder: string },
  handle: (upload: NewImage) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(new ProblemError('invalid_input', { detail: 'The sender is gone' })))
  return underWay(actor, async () => {
    const { file, ...upload } = await readUpload(request, folder)
    try {
      return await handle({ ...upload, load: file.read, signal: gone.signal })
    } finally {
      await file.close()
    }
  })
}

type Received = Pick<NewImage, 'name' | 'alt' | 'caption' | 'credit'> & { file: TemporaryFile }

async function readUpload(request: FastifyRequest, folder: string): Promise<Received> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_media_type')
  if (Number(request.headers['content-length']) > MEDIA_MAX_BYTES + 65_536) throw tooLarge()
  const texts: Record<string, unknown> = {}
  let received: { name: string; file: TemporaryFile } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') takeText(texts, part)
      else {
        if (part.fieldname !== 'file') throw invalidField(part.fieldname, 'unrecognized_keys', 'unknown field')
        received = { name: part.filename, file: await receiveFile(part.file, { folder, maxBytes: MEDIA_MAX_BYTES }) }
        if (part.file.truncated) throw tooLarge()
      }
    }
    return { ...named(received), ...parsed(texts) }
  } catch (error) {
    await received?.file.close()
    throw asProblem(error)
  }
}

function named<T>(received: T | undefined): T {
  if (received === undefined) throw invalidField('file', 'required', 'a file is required')
  return received
}

function parsed(texts: Record<string, unknown>) {
  const result = MediaUploadTexts.safeParse(texts)
  if (result.success) return result.data
  throw new ProblemError('invalid_input', {
    fields: result.error.issues.flatMap((issue) =>
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
function asProblem(error: unknown): unknown {
  if (error instanceof ProblemError || isDatabaseFull(error) || isOutOfDescriptors(error)) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE' || error instanceof FileTooLargeError) return tooLarge()
  if (code === 'FST_FILES_LIMIT') return invalidField('file', 'too_many', 'one file at a time')
  const detail = error instanceof Error ? error.message : undefined
  return new ProblemError('invalid_input', { detail: `The form could not be read: ${detail}` })
}
