import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import {
  callTimes,
  type DiagnosticLayer,
  type DiagnosticVerdict,
  diagnosticLayers,
  layerTimes,
} from '#contract/diagnostic-verdict.ts'
import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { numberFormat } from '../../ui/formats.ts'
import type { DiagnosticStep } from './diagnostic-run.ts'
import { useWriteValue } from './health-values.ts'

const steps: Record<DiagnosticStep, MessageDescriptor> = {
  browser: msg`Measuring this browser`,
  ping: msg`Sending 20 pings`,
  connection: msg`Opening connections`,
  roundTrip: msg`Asking server and database`,
  live: msg`Listening to the live channel`,
  transfer: msg`Moving bytes up and down`,
}

export const layerNames: Record<DiagnosticLayer, MessageDescriptor> = {
  lock: msg`Locks in the database`,
  database: msg`Database`,
  event_loop: msg`Waiting time in the server (event loop)`,
  server: msg`Server`,
  proxy: msg`Proxy before the server`,
  network: msg`Network`,
  payload: msg`Transfer of 200 kB`,
  browser: msg`This browser`,
}

/** What a run found, in words. */
export function useDiagnosticWords() {
  const { t, i18n } = useLingui()
  const write = useWriteValue()
  return useMemo(() => {
    const ms = (value: number | null | undefined) => (value === null || value === undefined ? '–' : write(value, 'ms'))
    /** With one decimal always: what is added up. */
    const tenthsOfMs = (value: number | null | undefined) =>
      value === null || value === undefined
        ? '–'
        : numberFormat(i18n.locale, {
            style: 'unit',
            unit: 'millisecond',
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }).format(value)
    const rate = (bytes: number, milliseconds: number) =>
      bytes === 0 || milliseconds === 0
        ? '–'
        : t`${i18n.number((bytes * 8) / 1000 / milliseconds, { maximumFractionDigits: 0 })} Mbit/s`
    const share = (part: number, whole: number) => write(whole === 0 ? 0 : part / whole, 'share')

    function verdict({
      kind,
      layer,
      ms: took,
    }: DiagnosticVerdict | { kind: string; layer: DiagnosticLayer | null; ms: number | null }): string {
      const time = ms(took)
      if (kind === 'good') return t`The connection is good: nothing takes longer than it should.`
      if (kind === 'loss') return t`The network loses calls on the way, so everything stutters.`
      if (kind === 'no_answer') return t`The server does not answer at all.`
      const sentences: Record<DiagnosticLayer, string> = {
        lock: t`The database is slow: calls wait ${time} for a lock that something else holds.`,
        database: t`The database is slow: it takes ${time} for the shortest question.`,
        event_loop: t`The server is overloaded: each call waits ${time} until it is busy with nothing else.`,
        server: t`The server is slow: it works ${time} on a call itself.`,
        proxy: t`The proxy before the server is slow: it keeps calls for ${time}.`,
        network: t`The network is slow: there and back takes ${time}.`,
        payload: t`The line is thin: a large screen takes ${time} to arrive.`,
        browser: t`This browser is busy: it is ${time} late with its own work.`,
      }
      return sentences[layer ?? 'network']
    }

    /** Every figure with its name, in groups. */
    function figures({ ping, connection, clock, live, transfer, roundTrip, browser, storage }: DiagnosticReport) {
      const yes = (value: boolean) => (value ? t`Yes` : t`No`)
      return [
        {
          title: t`Pings`,
          rows: [
            [t`Median`, ms(ping.medianMs)],
            [t`95th percentile`, ms(ping.p95Ms)],
            [t`Jitter`, ms(ping.jitterMs)],
            [t`Lost`, t`${ping.lost} of ${ping.sent} (${share(ping.lost, ping.sent)})`],
          ],
        },
        {
          title: t`Connection`,
          rows: [
            [t`Name look-up (DNS)`, ms(connection.dnsMs)],
            [t`Connecting (TCP)`, ms(connection.tcpMs)],
            [t`Encryption (TLS)`, ms(connection.tlsMs)],
            [t`First byte of the page`, ms(connection.firstByteMs)],
            [t`HTTP version`, connection.protocol || '–'],
            [t`Compression`, connection.encoding || '–'],
            [t`Through a proxy`, roundTrip ? yes(roundTrip.proxied) : '–'],
          ],
        },
        {
          title: t`Server`,
          rows: [
            [t`Signed-in call, in all`, ms(roundTrip?.totalMs)],
            [t`Of it on the server`, ms(roundTrip?.serverMs)],
            [t`Of it in the database`, ms(roundTrip?.databaseMs)],
            [t`Waiting for locks`, ms(roundTrip?.lockMs)],
            [t`Waiting time in the server`, ms(roundTrip?.eventLoopMs)],
          ],
        },
        {
          title: t`Transfer`,
          rows: [
            [t`Download`, transfer ? rate(transfer.downBytes, transfer.downMs) : '–'],
            [t`Upload`, transfer ? rate(transfer.upBytes, transfer.upMs) : '–'],
            [t`Echo of the live channel`, ms(live?.echoMs)],
            [t`Live channel is held back`, live ? yes(live.buffered) : '–'],
          ],
        },
        {
          title: t`Browser`,
          rows: [
            [t`Timers are late by`, ms(browser?.driftMs)],
            [t`Work beyond the usual`, ms(browser?.workMs)],
            [t`Clock differs by`, clock ? t`${ms(Math.abs(clock.offsetMs))} (±${ms(clock.errorMs)})` : '–'],
            [
              t`Storage`,
              storage ? t`${write(storage.usedBytes, 'bytes')} of ${write(storage.quotaBytes, 'bytes')}` : '–',
            ],
          ],
        },
      ] as const
    }

    /** All of it as plain text, to be pasted into a mail. */
    function asText(at: string, found: Parameters<typeof verdict>[0], report: DiagnosticReport): string {
      const groups = figures(report).map(({ title, rows }) =>
        [title, ...rows.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
      )
      const layers = layerTimes(report)
      const whole = callTimes(report)
      const times = diagnosticLayers.map((layer) => `  ${t(layerNames[layer])}: ${tenthsOfMs(layers[layer])}`)
      return [
        t`Connection diagnostics of ${at}`,
        verdict(found),
        [
          t`Where the time goes`,
          ...times,
          ...(whole
            ? [
                `  ${t`Other: the page’s own work`}: ${tenthsOfMs(whole.otherMs)}`,
                `  ${t`A signed-in call, in all`}: ${tenthsOfMs(whole.totalMs)}`,
              ]
            : []),
        ].join('\n'),
        ...groups,
      ].join('\n\n')
    }

    return {
      step: (step: DiagnosticStep) => t(steps[step]),
      whole: t`A signed-in call, in all`,
      other: t`Other: the page’s own work`,
      layer: (layer: DiagnosticLayer) => t(layerNames[layer]),
      ms,
      tenthsOfMs,
      verdict,
      figures,
      asText,
    }
  }, [t, i18n, write])
}
