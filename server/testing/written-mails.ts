import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The mails to an address that were written to the outbox of a DATA_DIR, oldest first. Mails are sent by jobs: run them before. */
export async function writtenMails(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).toSorted((a, b) => a.localeCompare(b))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${address}\n`))
}
