import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { HealthCheckName } from '#contract/health-checks.ts'

type Texts = { name: MessageDescriptor; why: MessageDescriptor; fix: MessageDescriptor }

const texts: Record<HealthCheckName, Texts> = {
  database: {
    name: msg`Database`,
    why: msg`Everything is stored there. While it does not answer, no one can sign in, read or save.`,
    fix: msg`See whether PostgreSQL runs and the network between it and this server works. The embedded one is started again by itself; its log lies beside its data.`,
  },
  pool: {
    name: msg`Connections to the database`,
    why: msg`Each request needs a connection. When all are in use, requests wait, and after two seconds they are refused.`,
    fix: msg`Look at slow queries and locks first: they hold connections. If both are good, run one server process more.`,
  },
  slow_queries: {
    name: msg`Slow queries`,
    why: msg`A statement that runs long uses a connection and the disk, and makes others slow.`,
    fix: msg`Copydesk’s own statements end after a few seconds. A longer one belongs to another program or to a backup: an administrator sees here whose it is, and can end its connection.`,
  },
  locks: {
    name: msg`Locks`,
    why: msg`Whoever waits for a lock cannot save until the holder is done.`,
    fix: msg`Often a change was begun in another program and never finished. An administrator sees here which connection the others wait for, and can end it.`,
  },
  database_size: {
    name: msg`Size of the database`,
    why: msg`It grows with articles, revisions and counted readers. No size is wrong, but the disk must hold it.`,
    fix: msg`Nothing to do as long as the disk has room.`,
  },
  migrations: {
    name: msg`Database schema`,
    why: msg`This version expects tables that the database does not have.`,
    fix: msg`Start the server again: it brings the schema up to date. If it fails, its log says at which step.`,
  },
  replica: {
    name: msg`Read replica`,
    why: msg`Lists and readers are answered from it. When it is more than ten seconds behind, everything goes to the primary.`,
    fix: msg`See on the replica whether replication runs (pg_stat_wal_receiver), and whether long queries hold it back.`,
  },
  jobs: {
    name: msg`Job queue`,
    why: msg`Publishing at a time, mails, counts and imports are done by jobs. When they wait, readers see old content.`,
    fix: msg`Start the server again if nothing works the queue. If there is simply too much to do, add a server process.`,
  },
  failed_jobs: {
    name: msg`Failed jobs`,
    why: msg`These jobs and mails were tried until the last time and given up. What they should have done is not done.`,
    fix: msg`Read the error, mend its cause, and start the job again: a mail is then sent. Delete one that is not needed any more.`,
  },
  schedules: {
    name: msg`Schedules`,
    why: msg`Articles that were planned for a time are not out yet, or what repeats every minute does not.`,
    fix: msg`Look at the job queue first. An overdue article can be published by hand.`,
  },
  mail: {
    name: msg`Mail`,
    why: msg`Without mail no one gets invitations, links for a new password, or alerts.`,
    fix: msg`Set SMTP_URL and MAIL_FROM in the environment of the server and start it again. If they are set, read what the mail server says. If it is not reached at all, check host and port of SMTP_URL, and whether a firewall lets this server connect to them. Mails are kept and tried again for about three days, then they are listed at “Failed jobs”. A test mail is sent under “Settings”.`,
  },
  storage: {
    name: msg`Storage`,
    why: msg`Pictures are stored there. A small file is written, read and removed again.`,
    fix: msg`Check that the folder media in DATA_DIR can be written to, or that the bucket answers and its keys are right.`,
  },
  disk: {
    name: msg`Disk space`,
    why: msg`When the disk is full, nothing can be saved any more, and the database stops.`,
    fix: msg`Make room, or move DATA_DIR to a larger disk. Old logs and backups are usually the largest.`,
  },
  backups: {
    name: msg`Backups`,
    why: msg`What is not backed up is lost with the disk.`,
    fix: msg`“Backups”, further down on this screen, says whether daily ones are on and what became of the last one; make one there if it is missing. Copy backups to another machine. The chapter on backups in the operating guide says how to restore one.`,
  },
  latency: {
    name: msg`Response time`,
    why: msg`So long people wait for most of their clicks. Uploads and what stays open are not counted.`,
    fix: msg`Look at “Database”, “Waiting time in the server” and “Processor”: one of them is usually the reason. If all are good, add a server process.`,
  },
  errors: {
    name: msg`Server errors`,
    why: msg`This share of requests failed on the server's side. What people did may not have been saved.`,
    fix: msg`Look for “unexpected error” in the server's log. Each has the request number that people were shown.`,
  },
  event_refusals: {
    name: msg`Refused reader events`,
    why: msg`Reports of the outside site that were refused in this hour and the one before. What they reported is not counted.`,
    fix: msg`Malformed: the site sends what this version does not know, so compare its script with beacon.js. Too many: one address sends more than 60 calls a minute; if that is your proxy, name it in TRUSTED_PROXIES.`,
  },
  event_loop: {
    name: msg`Waiting time in the server`,
    why: msg`For so long this process was busy with one piece of work, and everyone else waited (event loop delay).`,
    fix: msg`Once in a while is harmless. If it happens often, the machine is too small or shared; add a process or a processor.`,
  },
  memory: {
    name: msg`Memory`,
    why: msg`When it is used up, the system ends the process in the middle of its work.`,
    fix: msg`Give the machine or container more memory. Very large pictures need a gigabyte for a moment.`,
  },
  cpu: {
    name: msg`Processor`,
    why: msg`How much of all processors the whole machine used in the last three minutes, by this process and by others. When all are in use, everything gets slower.`,
    fix: msg`The share of this process is shown here. If it is small, another program uses the machine: find it and end or move it. Otherwise add processors, or server processes on another machine.`,
  },
  clock: {
    name: msg`Clock`,
    why: msg`The clock of this machine differs from that of the database. Times in logs and links that expire become wrong.`,
    fix: msg`Turn on time synchronisation (NTP) on both machines.`,
  },
  version: {
    name: msg`Version of Copydesk`,
    why: msg`Server processes of different versions are fine during an upgrade, and not for longer.`,
    fix: msg`Bring all processes to the same version.`,
  },
}

/** What a check is called, why it matters, and how to fix it. */
export function useCheckTexts(): (name: HealthCheckName) => { name: string; why: string; fix: string } {
  const { t } = useLingui()
  return useCallback((name) => ({ name: t(texts[name].name), why: t(texts[name].why), fix: t(texts[name].fix) }), [t])
}
