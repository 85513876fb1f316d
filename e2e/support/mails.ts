import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Mail = { to: string; subject: string; text: string }

/** The mails that the server left in its outbox folder, newest first. */
export function readMails(dataDir: string): Mail[] {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const files = globSync('*.txt', { cwd: folder }).toSorted().toReversed()
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
    return { to: line('To'), subject: line('Subject'), text }
  })
}
