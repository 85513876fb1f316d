import type { HealthCheckName } from '#contract/health-checks.ts'
import type { Locale } from '#contract/session.ts'
import type { AlertPhase } from './alert-commands.ts'

const names: Record<Locale, Record<HealthCheckName, string>> = {
  en: {
    database: 'Database',
    pool: 'Connections to the database',
    slow_queries: 'Slow queries',
    locks: 'Locks',
    database_size: 'Size of the database',
    migrations: 'Database schema',
    replica: 'Read replica',
    jobs: 'Job queue',
    failed_jobs: 'Failed jobs',
    schedules: 'Schedules',
    mail: 'Mail',
    storage: 'Storage',
    disk: 'Disk space',
    backups: 'Backups',
    latency: 'Response time',
    errors: 'Server errors',
    event_refusals: 'Refused reader events',
    event_loop: 'Event loop',
    memory: 'Memory',
    cpu: 'Processor',
    clock: 'Clock',
    version: 'Version',
  },
  'zh-CN': {
    database: '数据库',
    pool: '数据库连接',
    slow_queries: '慢查询',
    locks: '锁等待',
    database_size: '数据库大小',
    migrations: '数据库结构',
    replica: '只读副本',
    jobs: '任务队列',
    failed_jobs: '失败的任务',
    schedules: '定时计划',
    mail: '邮件',
    storage: '存储',
    disk: '磁盘空间',
    backups: '备份',
    latency: '响应时间',
    errors: '服务器错误',
    event_refusals: '被拒绝的读者事件',
    event_loop: '事件循环',
    memory: '内存',
    cpu: '处理器',
    clock: '时钟',
    version: '版本',
  },
}

type Told = {
  phase: AlertPhase
  name: HealthCheckName | undefined
  since: string
  detail: string
  link: string
  /** Of the site, or of the product. */
  site: string
}

/** What an alert says, in the reader's language. `since` names its time zone. */
export function alertText(
  locale: Locale,
  { phase, name, since, detail, link, site }: Told,
): { subject: string; text: string } {
  const check = name ? names[locale][name] : ''
  const said = detail ? `\n\n${detail}` : ''
  if (locale === 'zh-CN') {
    if (phase === 'test')
      return { subject: `【${site}】测试告警`, text: `这是一封测试告警，说明告警邮件可以送达。\n\n${link}` }
    return phase === 'bad'
      ? {
          subject: `【${site}】告警：${check}异常`,
          text: `“${check}”自 ${since} 起异常。${said}\n\n处理方法见：\n${link}`,
        }
      : { subject: `【${site}】恢复：${check}已恢复正常`, text: `“${check}”自 ${since} 起的异常已恢复。\n\n${link}` }
  }
  if (phase === 'test')
    return { subject: `Test alert of ${site}`, text: `This is a test: alerts by mail arrive.\n\n${link}` }
  return phase === 'bad'
    ? {
        subject: `${site}: ${check} is bad`,
        text: `“${check}” has been bad since ${since}.${said}\n\nWhat to do about it:\n${link}`,
      }
    : { subject: `${site}: ${check} is good again`, text: `“${check}”, bad since ${since}, is good again.\n\n${link}` }
}
