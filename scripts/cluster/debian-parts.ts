import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the programs of the run are. */
export type Parts = { postgres: string; pgbouncer: string; nginx: string; versions: Record<string, string> }

const PACKAGES = ['postgresql', 'pgbouncer', 'nginx-light', 'openssl']
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']

const find = (name: string) => FOLDERS.map((folder) => join(folder, name)).find(existsSync)

/** The folder of the newest PostgreSQL that Debian's packages have installed. */
function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root) ? readdirSync(root).toSorted((one, other) => Number(other) - Number(one)) : []
  const folder = newest && join(root, newest, 'bin')
  return folder && existsSync(join(folder, 'pg_basebackup')) ? folder : undefined
}

function findAll(): Parts | undefined {
  const [postgres, pgbouncer, nginx] = [findPostgres(), find('pgbouncer'), find('nginx')]
  if (!postgres || !pgbouncer || !nginx || !find('openssl')) return undefined
  const firstLine = (file: string, arg: string) => {
    const { stdout, stderr } = spawnSync(file, [arg], { encoding: 'utf8' })
    return `${stdout}${stderr}`.split('\n')[0] ?? ''
  }
  const versions = {
    PostgreSQL: firstLine(join(postgres, 'postgres'), '--version'),
    PgBouncer: firstLine(pgbouncer, '--version'),
    nginx: firstLine(nginx, '-v'),
  }
  return { postgres, pgbouncer, nginx, versions }
}

/**
 * The programs, from Debian's packages. Installs what is missing when this is root on Debian; its services are not started.
 * @throws Error with a sentence that says what to install
 */
export function prepareParts(): Parts {
  const found = findAll()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing Debian's ${PACKAGES.join(', ')} …`)
    // Tells the packages to start nothing and PostgreSQL's to make no cluster.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', PG_CREATE_MAIN_CLUSTER: 'false' }
    const install = ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES]
    for (const args of [['update', '-q'], install]) spawnSync('apt-get', args, { stdio: 'ignore', env })
  }
  const installed = findAll()
  if (!installed) throw new Error(`Something is missing here. On Debian: apt-get install ${PACKAGES.join(' ')}`)
  return installed
}
