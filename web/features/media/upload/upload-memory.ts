/** What a reload would otherwise forget of an upload that has begun: its id on the server, and how to know its file again. */
export type StoredUpload = { id: string; name: string; size: number; /** `lastModified` of the file. */ at: number }

const KEY = 'copydesk.uploads'

/** Uploads that were begun in this tab and never came to an end. */
export function storedUploads(): readonly StoredUpload[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

const isKept = (value: unknown): value is StoredUpload => {
  const { id, name, size, at } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' && typeof size === 'number' && typeof at === 'number'
}

export const keepUpload = (upload: StoredUpload): void => write([...storedUploads(), upload])
export const forgetUpload = (id: string): void => write(storedUploads().filter((one) => one.id !== id))
export const forgetUploads = (): void => write([])

function write(kept: readonly StoredUpload[]) {
  try {
    if (kept.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full or forbidden: a reload then begins again, which costs time only.
  }
}
