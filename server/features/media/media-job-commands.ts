import { addJob, type JobTasks } from '../../jobs/job-queue.ts'
import type { Services } from '../../services.ts'
import { completeMedia, cropMedia } from './media-square-commands.ts'
import { sweepMedia, sweepMediaFiles } from './media-sweep-commands.ts'

export const mediaTasks = (services: Services): JobTasks => ({
  crop_media: ({ id = '' }) => cropMedia(services, id),
  complete_media: async () => {
    if (await completeMedia(services)) await addJob(services.db, 'complete_media', {}, { key: 'complete_media' })
  },
  sweep_media: () => sweepMedia(services),
  sweep_media_files: () => sweepMediaFiles(services),
})
