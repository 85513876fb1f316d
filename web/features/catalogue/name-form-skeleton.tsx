import { Skeleton, Stack } from '@mantine/core'

/** The form of a name before it is loaded, in its true layout. */
export const NameFormSkeleton = () => (
  <Stack maw={720} mx="auto" p={16} pt={72} aria-hidden>
    <Skeleton height={36} />
    <Skeleton height={36} />
    <Skeleton height={90} />
  </Stack>
)
