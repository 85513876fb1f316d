import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { createProcesses, RunningProcess } from './child-processes.ts'
import type { Parts } from './debian-parts.ts'
import { owner, PASSWORD } from './postgres-nodes.ts'

type Place = { parts: Parts; folder: string; processes: ReturnType<typeof createProcesses> }

const deploy = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

/** PgBouncer with deploy/pgbouncer.ini, and the places of this run. */
export function startPgBouncer({ parts, folder, processes }: Place, port: number, primaryPort: number) {
  const home = join(folder, 'pgbouncer')
  mkdirSync(home)
  const file = join(home, 'pgbouncer.ini')
  const pointTo = (primary: number) =>
    writeFileSync(
      file,
      deploy('pgbouncer.ini')
        .replace(/^copydesk = host=\S+ port=\d+/m, `copydesk = host=127.0.0.1 port=${primary}`)
        .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
        .replace(/^auth_file = .*$/m, `auth_file = ${join(home, 'userlist.txt')}`)
        .replace(/^logfile = .*$/m, 'logfile =')
        .replace(/^pidfile = .*$/m, `pidfile = ${join(home, 'pid')}`),
    )
  pointTo(primaryPort)
  writeFileSync(join(home, 'userlist.txt'), `"copydesk" "${PASSWORD}"\n`)
  const account = owner()
  if (account.uid !== undefined && account.gid !== undefined) chownSync(home, account.uid, account.gid)
  const running = processes.start('pgbouncer', parts.pgbouncer, [file], account)
  return {
    /** As an operator does after a promotion. */
    moveTo: (primary: number) => {
      pointTo(primary)
      process.kill(running.pid, 'SIGHUP')
    },
  }
}

/** nginx with deploy/nginx.conf, and the places of this run. @throws Error when `nginx -t` refuses it */
export function startNginx(
  { parts, folder, processes }: Place,
  port: number,
  plainPort: number,
  servers: number[],
): RunningProcess {
  const home = join(folder, 'nginx')
  mkdirSync(home)
  const subject = ['-subj', '/CN=desk.example.org', '-days', '2']
  const made = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      join(home, 'privkey.pem'),
      '-out',
      join(home, 'fullchain.pem'),
      ...subject,
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  const text = servers
    .reduce((conf, server, n) => conf.replace(`127.0.0.1:${3001 + n} `, `127.0.0.1:${server} `), deploy('nginx.conf'))
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
    .replaceAll('/etc/letsencrypt/live/desk.example.org', home)
  writeFileSync(join(home, 'copydesk.conf'), text)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  writeFileSync(
    join(home, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${home}/pid; error_log ${home}/error.log; worker_processes 2;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(' ')} include ${home}/copydesk.conf; }`,
  )
  const args = ['-p', home, '-c', join(home, 'nginx.conf')]
  const tested = spawnSync(parts.nginx, ['-t', ...args], { encoding: 'utf8' })
  if (tested.status !== 0) throw new Error(`nginx -t: ${tested.stderr}`)
  return processes.start('nginx', parts.nginx, args)
}

/** Whether systemd accepts deploy/copydesk@.service. */
export function verifyUnit(folder: string): [boolean, string] {
  const file = join(folder, 'copydesk@3001.service')
  writeFileSync(file, deploy('copydesk@.service'))
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  if (error) return [true, 'not here']
  return [status === 0 && stderr === '', stderr || 'accepted']
}
