import { type AddressFault, type Media, MEDIA_MAX_BYTES } from '#contract/media.ts'
import { isDatabaseFull, isOutOfDescriptors } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { getOutside, RefusedAddressError } from '../../outside/outside-get.ts'
import type { Services } from '../../services.ts'
import { FileTooLargeError, receiveFile, type TemporaryFile } from '../../storage/temporary-file.ts'
import { storeImage } from './media-commands.ts'
import { uploadFolder } from './upload-slots.ts'

const TIME_LIMIT_SECONDS = 10

/**
 * Fetches a picture of another site and puts it into the library as an upload of it would.
 * @param gone aborted when no one waits any more
 * @throws ProblemError invalid_input or unreadable_file, which name `address`; busy, storage_full
 */
export async function storeFromAddress(
  services: Services,
  actor: Actor,
  address: string,
  gone: AbortSignal,
): Promise<{ media: Media; existing: boolean }> {
  const file = await fetchFile(services, address, gone)
  try {
    return await storeImage(services, actor, { name: nameOf(address), load: file.read, signal: gone })
  } catch (error) {
    throw aboutAddress(error)
  } finally {
    await file.close()
  }
}

async function fetchFile(services: Services, address: string, gone: AbortSignal): Promise<TemporaryFile> {
  const { seconds = TIME_LIMIT_SECONDS, ...access } = services.outside ?? {}
  const late = AbortSignal.timeout(seconds * 1000)
  const signal = AbortSignal.any([late, gone])
  try {
    const reply = await getOutside(address, { ...access, signal, accept: 'image/*' })
    try {
      if (Number(reply.headers['content-length'] ?? 0) > MEDIA_MAX_BYTES) throw new FileTooLargeError()
      return await receiveFile(reply, { folder: uploadFolder(services), maxBytes: MEDIA_MAX_BYTES })
    } finally {
      // Whatever else would come is not wanted.
      reply.destroy()
    }
  } catch (error) {
    if (isDatabaseFull(error) || isOutOfDescriptors(error)) throw error
    if (gone.aborted) throw gone.reason
    if (late.aborted) throw faulty('address_too_slow', `no picture within ${seconds} s`)
    if (error instanceof FileTooLargeError)
      throw faulty('address_too_large', `at most ${MEDIA_MAX_BYTES / 1024 / 1024} MB`)
    if (error instanceof RefusedAddressError) throw faulty('address_refused', error.message)
    // Not which of them: whether a name is known inside a network is not told.
    throw faulty('address_unreachable', 'nothing answers there with a picture')
  }
}

const faulty = (code: AddressFault, message: string) => invalidField('address', code, message)

/** The same as of an upload, said of what was sent. */
function aboutAddress(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error
  if (error.code === 'unsupported_media_type') return faulty('address_not_a_picture', error.message)
  if (error.code !== 'unreadable_file') return error
  const fields = error.details.fields?.map((field) => ({ ...field, path: 'address' }))
  return new ProblemError('unreadable_file', { ...error.details, ...(fields && { fields }) })
}

/** The name of the file, where the address has one that a person would recognise; else its host. */
function nameOf(address: string): string {
  const { pathname, hostname } = new URL(address)
  const last = pathname.split('/').at(-1) ?? ''
  if (!/\.(?:jpe?g|png|webp|avif|gif)$/i.test(last)) return hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
