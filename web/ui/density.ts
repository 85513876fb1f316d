import { useLocalStorage } from '@mantine/hooks'
import type { Density } from './list-address.ts'

/** How dense this person wants lists wherever a view does not set it, and a function that changes it; stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'copydesk.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => (stored === 'compact' ? 'compact' : 'comfortable'),
  })
  return [density, setDensity]
}
