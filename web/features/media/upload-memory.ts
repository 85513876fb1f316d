/** What a reload would otherwise forget of an upload that has begun: its id on the server, and how to know its file again. */
export type KeptUpload = { id: string; name: string; size: number; /** `lastModified` of the file. */ at: number }

const KEY = 'copydesk.uploads'

/** Uploads that were begun in this tab and never came to an end. */
export function keptUploads(): readonly KeptUpload[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

const isKept = (value: unknown): value is KeptUpload => {
  const { id, name, size, at } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' && typeof size === 'number' && typeof at === 'number'
}

export const keepUpload = (upload: KeptUpload): void => write([...keptUploads(), upload])
export const forgetUpload = (id: string): void => write(keptUploads().filter((one) => one.id !== id))
export const forgetUploads = (): void => write([])

function write(kept: readonly KeptUpload[]) {
  try {
    if (kept.length === 0) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full or forbidden: a reload then begins anew, which costs time only.
  }
}
