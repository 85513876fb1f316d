import { z } from 'zod'
import { DiagnosticReport, Ms, Token } from './diagnostic-report.ts'
import { diagnosticLayers } from './diagnostic-verdict.ts'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'

export const DiagnosticRun = z.object({
  id: Id,
  at: z.iso.datetime(),
  verdict: z.object({
    kind: z.enum(['good', 'slow', 'loss', 'no_answer']),
    layer: z.enum(diagnosticLayers).nullable(),
    ms: z.number().nullable(),
  }),
  report: DiagnosticReport,
  /** When it was passed on to the administrators; null where it was not. */
  sentAt: z.iso.datetime().nullable(),
})
export type DiagnosticRun = z.output<typeof DiagnosticRun>
/** A run of someone who passed it on. */
export const SentRun = DiagnosticRun.extend({
  by: PersonRef,
  /** Who of the others that see all of Health opened it first; null where it is new. */
  seenBy: PersonRef.nullable(),
})
export type SentRun = z.output<typeof SentRun>

export const PINGS = 20
export const DOWNLOAD_MOST = 2_097_152
export const UPLOAD_MOST = 500_000
/** So many runs are kept for each person. */
export const RUNS_KEPT = 20
/** So many runs that people passed on are listed. */
export const SENT_LISTED = 50
/** The events of the echo: the first at once, the others so many milliseconds apart. */
export const ECHO_EVENTS = 4
export const ECHO_GAP_MS = 100

/** What the server adds to a bundle: only what is named here can be in it. */
export const DiagnosticBundle = z.strictObject({
  madeAt: z.iso.datetime(),
  server: z.strictObject({
    version: z.string(),
    node: z.string(),
    platform: z.string(),
    postgres: z.string(),
    /** Whether it is set, or a choice of a closed list; never a value that someone typed. */
    settings: z.record(z.string(), z.union([z.boolean(), z.string()])),
  }),
  /** Of the call that fetched the bundle: which of the well-known headers were there. */
  request: z.strictObject({ protocol: Token, encodings: z.array(Token), forwarded: z.array(z.string()) }),
  /** Empty for those who may not see the health screen. */
  checks: z.array(z.strictObject({ name: z.string(), state: z.string(), value: z.number().nullable() })),
  runs: z.array(DiagnosticRun),
})
export type DiagnosticBundle = z.output<typeof DiagnosticBundle>

const access = 'health.diagnose'
export const diagnosticEndpoints = {
  ping: endpoint({
    method: 'GET',
    path: '/api/diagnostics/ping',
    summary: 'The time of the server, and how long it took to answer',
    access,
    reply: z.object({ at: z.number(), serverMs: z.number() }),
  }),
  roundTrip: endpoint({
    method: 'GET',
    path: '/api/diagnostics/round-trip',
    summary: 'Where the time of a call goes: server, database, locks, event loop (also as Server-Timing)',
    access,
    /** `sampledMs`: for so long the server watched its event loop, which is no part of the others. */
    reply: DiagnosticReport.shape.roundTrip.unwrap().omit({ totalMs: true }).extend({ sampledMs: Ms }),
  }),
  echo: endpoint({
    method: 'GET',
    path: '/api/diagnostics/echo',
    summary: 'Server-sent events that echo a word, to see whether something on the way keeps them back',
    access,
    query: z.strictObject({ word: Token }),
    produces: 'text/event-stream',
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/diagnostics/download',
    summary: 'Random bytes, to measure how fast they arrive',
    access,
    query: z.strictObject({ bytes: z.coerce.number().int().min(1).max(DOWNLOAD_MOST) }),
    produces: 'application/octet-stream',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/diagnostics/upload',
    summary: 'Takes bytes and keeps none, to measure how fast they leave',
    access,
    body: z.strictObject({ data: z.string().max(UPLOAD_MOST) }),
    reply: z.object({ bytes: z.int() }),
  }),
  runs: endpoint({
    method: 'GET',
    path: '/api/diagnostics/runs',
    summary: 'Your own earlier runs, the newest first',
    access,
    reply: z.object({ items: z.array(DiagnosticRun) }),
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/diagnostics/runs',
    summary: 'Keep what a browser measured',
    access,
    body: DiagnosticReport,
    reply: DiagnosticRun,
    status: 201,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/diagnostics/runs/:id/send',
    summary: 'Pass a run of your own on to the administrators',
    access,
    params: ById,
    reply: DiagnosticRun,
  }),
  sent: endpoint({
    method: 'GET',
    path: '/api/diagnostics/sent',
    summary: 'Runs that people passed on, the newest first; for those who see all of the health screen',
    access: 'health.read',
    reply: z.object({ items: z.array(SentRun) }),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/diagnostics/sent/:id/seen',
    summary: 'Mark a run that someone else passed on as seen',
    access: 'health.read',
    params: ById,
  }),
  bundle: endpoint({
    method: 'GET',
    path: '/api/diagnostics/bundle',
    summary: 'What support needs to know about server and connection, without anything secret',
    access,
    reply: DiagnosticBundle,
  }),
}
