import { join } from 'node:path'
import type { Actor } from '../../http/actor.ts'
import { createPersonSlots } from '../../http/person-queue.ts'
import type { Services } from '../../services.ts'

/** Requests with picture bytes under way in this process, from the first byte to the answer. The bytes are on the disk. */
const take = createPersonSlots({ each: 64, all: 256 })

/** @throws ProblemError busy when the person, or all people together, have too many uploads under way */
export async function underWay<T>(actor: Actor, handle: () => Promise<T>): Promise<T> {
  const giveBack = take(actor.id)
  try {
    return await handle()
  } finally {
    giveBack()
  }
}

/** Where bodies wait for their turn. */
export const uploadFolder = ({ config }: Pick<Services, 'config'>): string => join(config.dataDir, 'uploads')
