import { spawnSync, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Who PostgreSQL runs as. It refuses root, so root lends it another account. */
export type Account =
  | { kind: 'self' }
  | { kind: 'other'; name: string; uid: number; gid: number }
  /** Root without the right to change user: a user namespace in which we are `nobody`. */
  | { kind: 'namespace' }

export type Command = { file: string; args: string[]; options: SpawnOptions }

const nobody = '65534'

/** The command line that runs `file` as `account`, with a clean environment. */
export function commandAs(account: Account, file: string, args: string[]): Command {
  const options: SpawnOptions = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', HOME: '/' } }
  if (account.kind === 'other') return { file, args, options: { ...options, uid: account.uid, gid: account.gid } }
  if (account.kind === 'namespace')
    return {
      file: 'unshare',
      args: ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, file, ...args],
      options,
    }
  return { file, args, options }
}

/** Runs to the end. `code` is the exit status, or the system's word for why it could not begin, as in `EACCES`. */
export function runAs(account: Account, file: string, args: string[]) {
  const command = commandAs(account, file, args)
  const result = spawnSync(command.file, command.args, { ...command.options, encoding: 'utf8' })
  const failure = result.error as NodeJS.ErrnoException | undefined
  const code = failure?.code ?? result.status ?? result.signal ?? 'unknown'
  return {
    ok: code === 0,
    code,
    output: `${result.stderr ?? ''}${result.stdout ?? ''}${failure?.message ?? ''}`.trim(),
  }
}

export const isRoot = () => process.getuid?.() === 0

/** The accounts root may lend, best first. */
export function lendableAccounts(): Account[] {
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const named = ['postgres', 'nobody'].flatMap((wanted): Account[] => {
    const row = rows.find(([name]) => name === wanted)
    return row ? [{ kind: 'other', name: wanted, uid: Number(row[2]) >>> 0, gid: Number(row[3]) >>> 0 }] : []
  })
  return process.platform === 'linux' ? [...named, { kind: 'namespace' }] : named
}
