import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMPORT_MAX_BYTES, SiteUrl } from '#contract/import.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { cleanLine } from './import-text.ts'

export type Upload = { fileName: string; bytes: Buffer; dryRun: boolean; siteUrl: string }

/** A file is held in memory while it arrives, so one at a time. */
let receiving = false

/** Multipart bodies for this scope only: one file, two words. */
export async function acceptExports(scope: FastifyInstance) {
  await scope.register(multipart, {
    limits: {
      fileSize: IMPORT_MAX_BYTES,
      files: 1,
      fields: 2,
      parts: 3,
      fieldSize: 2000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
}

/** @throws ProblemError unsupported_media_type, invalid_input, too_large, busy */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_media_type')
  if (receiving) throw new ProblemError('busy', { retryAfter: 10, detail: 'Another file is arriving' })
  receiving = true
  try {
    return await readParts(request)
  } catch (error) {
    throw asProblem(error)
  } finally {
    receiving = false
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  let dryRun = false
  let siteUrl = ''
  let file: { fileName: string; bytes: Buffer } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'siteUrl') {
        siteUrl = siteUrlOf(part.value)
        continue
      }
      if (part.fieldname !== 'dryRun') throw invalidField(part.fieldname, 'unrecognized_keys', 'unknown field')
      if (part.value !== 'true' && part.value !== 'false')
        throw invalidField('dryRun', 'invalid_value', 'true or false')
      dryRun = part.value === 'true'
    } else {
      if (part.fieldname !== 'file') throw invalidField(part.fieldname, 'unrecognized_keys', 'unknown field')
      const name = part.filename.split(/[/\\]/).at(-1) ?? ''
      file = { fileName: cleanLine(name, 200) || 'export.xml', bytes: await part.toBuffer() }
    }
  }
  if (!file) throw invalidField('file', 'required', 'a file is required')
  if (file.bytes.length === 0) throw invalidField('file', 'empty', 'the file is empty')
  return { ...file, dryRun, siteUrl }
}

/** Without a slash at its end. */
function siteUrlOf(value: unknown): string {
  const url = SiteUrl.safeParse(value).data
  if (url === undefined) throw invalidField('siteUrl', 'invalid_format', 'the address of a website')
  return url.replace(/\/+$/, '')
}

/** Whatever is wrong with the form is the sender's doing: 400, never 500. */
function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new ProblemError('too_large')
  if (code === 'FST_FILES_LIMIT') return invalidField('file', 'too_many', 'one file at a time')
  return new ProblemError('invalid_input', { detail: 'The form could not be read' })
}
