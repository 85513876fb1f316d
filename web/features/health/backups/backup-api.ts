import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Backup, backupEndpoints, type Backups } from '#contract/backups.ts'
import type { Request } from '#contract/endpoint.ts'
import { call } from '../../../api/call.ts'
import { downloadFile } from '../../../api/download-file.ts'
import { healthKey } from '../health-api.ts'

const backupsKey = ['backups'] as const
const POLL_MS = 2000
const IDLE_POLL_MS = 60_000

/** Whether something is going on that changes the list by itself. */
export const isUnderWay = ({ isWaiting, items }: Backups): boolean =>
  isWaiting || items.some(({ state, verified }) => state === 'running' || verified === 'running')

/** The newest backups and the plan; asked again and again while one is made. */
export const useBackups = () =>
  useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => call(backupEndpoints.list, {}, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : IDLE_POLL_MS),
  })

function useBackupChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: backupsKey }),
        client.invalidateQueries({ queryKey: healthKey }),
      ]),
  })
}

export const useMakeBackup = () => useBackupChange(() => call(backupEndpoints.create, {}))
export const useRemoveBackup = () => useBackupChange((id: string) => call(backupEndpoints.remove, { params: { id } }))
export const useEditBackupPlan = () =>
  useBackupChange((body: Request<typeof backupEndpoints.editPlan>['body']) => call(backupEndpoints.editPlan, { body }))

/** Hands the file of a backup to the browser. @throws ApiError */
export const downloadBackup = ({ id, fileName }: Pick<Backup, 'id' | 'fileName'>): Promise<void> =>
  downloadFile(backupEndpoints.download, { params: { id } }, fileName)
