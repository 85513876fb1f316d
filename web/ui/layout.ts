import { useLocalStorage } from '@mantine/hooks'
import type { Layout } from './list-address.ts'
import type { ListControl } from './list-state.ts'

/** The layout of this list, and a function that changes it: from its address, else the last choice in this browser. */
export function useLayout(list: ListControl): [Layout, (layout: Layout) => void] {
  const [preferred, setPreferred] = useLocalStorage<Layout>({
    key: 'copydesk.layout',
    defaultValue: 'grid',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (stored) => (stored === 'table' ? 'table' : 'grid'),
  })
  return [
    list.state.layout ?? preferred,
    (layout) => {
      setPreferred(layout)
      list.update({ layout }, { replace: true })
    },
  ]
}
