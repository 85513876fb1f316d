import type { HealthCheck } from '../health-check.ts'

/** How much room is left where the installation writes: its data folder, and the embedded database. */
export const diskCheck: HealthCheck = {
  name: 'disk',
  timeLimitMs: 3000,
  onFailure: 'unknown',
  async measure({ disk }) {
    const { folder, free, total } = await disk()
    return { value: free, facts: { total }, detail: folder }
  },
}
