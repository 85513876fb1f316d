import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Deep teal, the one accent. Shade 7 carries white text at 5.9:1. */
const teal: MantineColorsTuple = [
  '#e8f6f4',
  '#d0ebe7',
  '#a3d9d1',
  '#72c5ba',
  '#45b0a3',
  '#249689',
  '#177f75',
  '#0f6b66',
  '#0c5752',
  '#08423f',
]
/** Greys with a hint of warmth; 0–9 light to dark. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f3f0',
  '#eae8e4',
  '#dcd9d3',
  '#c4c0b8',
  '#98938a',
  '#69655d',
  '#4d4a44',
  '#33312d',
  '#1f1e1b',
]
/** Dark surfaces: 7 page, 6 panel, 5 raised; no pure black. */
const dark: MantineColorsTuple = [
  '#e6e4df',
  '#cfccc5',
  '#aaa69d',
  '#7f7b73',
  '#4a4843',
  '#37352f',
  '#272622',
  '#1c1b18',
  '#161512',
  '#100f0d',
]

export const theme = createTheme({
  primaryColor: 'teal',
  // In both themes white text on it has 4.8:1 or more, and the focus ring 3:1 on the page.
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { teal, gray, dark },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.6', xl: '1.7' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  shadows: { md: '0 6px 24px rgb(31 30 27 / 12%)' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // Its own colour is too pale for words; icon and ground carry it.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    // Mantine's <header> in a dialog would count as a second banner of the page.
    Modal: {
      defaultProps: { transitionProps: { duration: 140 }, shadow: 'md', attributes: { header: { role: 'none' } } },
      // Names may be words without end.
      styles: {
        title: { fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' },
        body: { overflowWrap: 'break-word' },
      },
    },
    Drawer: {
      defaultProps: { transitionProps: { duration: 140 }, shadow: 'md', attributes: { header: { role: 'none' } } },
      styles: { title: { overflowWrap: 'anywhere' }, body: { overflowWrap: 'break-word' } },
    },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 120 } } },
    // At full strength a screen of them is louder than what comes.
    Skeleton: { styles: { root: { opacity: 0.55 } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Button: { defaultProps: { size: 'sm', fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
})

/** Text colours that hold 4.5:1 on every surface of their theme, the border of a box to tick with 3:1, and the surfaces themselves. */
export const cssVariables: CSSVariablesResolver = (t) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': t.colors.gray![9],
    '--mantine-color-dimmed': t.colors.gray![6],
    '--mantine-color-placeholder': '#736f67',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': t.colors.teal![7],
    '--mantine-color-default-border': t.colors.gray![3],
    '--surface-sunken': t.colors.gray![0],
    '--surface-hover': t.colors.gray![1],
    '--surface-selected': t.colors.teal![0],
    '--border-quiet': t.colors.gray![2],
    '--border-control': '#8a857c',
  },
  dark: {
    '--mantine-color-body': t.colors.dark![7],
    '--mantine-color-text': t.colors.dark![0],
    '--mantine-color-dimmed': t.colors.dark![2],
    '--mantine-color-placeholder': '#98948b',
    '--mantine-color-error': '#ff9d94',
    '--mantine-color-anchor': t.colors.teal![3],
    '--mantine-color-default-border': t.colors.dark![4],
    '--surface-sunken': t.colors.dark![8],
    '--surface-hover': t.colors.dark![6],
    '--surface-selected': '#143a37',
    '--border-quiet': t.colors.dark![5],
    '--border-control': '#8f8b83',
  },
})
