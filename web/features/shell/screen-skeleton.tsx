import { Group, Skeleton, Stack } from '@mantine/core'
import classes from './screen-slot.module.css'

/** The rough layout of a screen whose code is on its way; seen only when that takes longer than 150 ms. */
export function ScreenSkeleton() {
  return (
    <div className={`${classes.skeleton} ${classes.late}`} aria-busy="true">
      <Group justify="space-between" mb="lg">
        <Skeleton h={24} w={180} />
        <Skeleton h={34} w={120} />
      </Group>
      <Stack gap={8}>
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    </div>
  )
}
