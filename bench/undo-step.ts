import { setTimeout as pause } from 'node:timers/promises'
import type { UndoProgress, UndoReport } from '#contract/undo.ts'
import type { Call } from './measure.ts'

const LOOK_AGAIN_MS = 100

/** Undoes a step, and waits for the job that undoes one of many items. @returns the answer that says how it ended */
export async function undoStep(
  send: (call: Call) => Promise<string>,
  id: string,
  tokenOf: () => Promise<string>,
): Promise<string> {
  const answer = await send({ method: 'POST', path: `/api/undo/${id}`, token: await tokenOf() })
  if (!(JSON.parse(answer) as UndoReport).inBackground) return answer
  for (;;) {
    await pause(LOOK_AGAIN_MS)
    const progress = await send({ method: 'GET', path: `/api/undo/${id}/progress`, token: await tokenOf() })
    if ((JSON.parse(progress) as UndoProgress).status !== 'running') return progress
  }
}
