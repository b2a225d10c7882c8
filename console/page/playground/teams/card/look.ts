import { HostConfig } from 'adaptivecards'

/** A colour and its quieter kin, both of the page's own, so that they follow its theme. */
const color = (name: string) => ({ default: `var(--${name})`, subtle: 'var(--quiet)' })
const colors = {
  default: color('ink'),
  dark: color('ink'),
  light: color('quiet'),
  accent: color('accent-text'),
  good: color('good'),
  warning: color('warning'),
  attention: color('danger'),
}
const tint = (name: string) => ({
  backgroundColor: `color-mix(in srgb, var(--${name}) 14%, transparent)`,
  foregroundColors: colors,
})

/** How Teams draws cards: its sizes, and its colours by the names that the page has for them. */
export const teamsLook = new HostConfig({
  fontTypes: {
    default: { fontFamily: 'inherit', ...sizes() },
    monospace: { fontFamily: 'var(--mono)', ...sizes() },
  },
  lineHeights: { small: 16, default: 20, medium: 20, large: 24, extraLarge: 32 },
  spacing: { small: 4, default: 8, medium: 16, large: 20, extraLarge: 24, padding: 12 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  imageSizes: { small: 32, medium: 52, large: 100 },
  imageSet: { imageSize: 'medium', maxImageHeight: 100 },
  containerStyles: {
    default: { backgroundColor: 'transparent', borderColor: 'var(--line)', foregroundColors: colors },
    emphasis: { backgroundColor: 'var(--emphasis)', foregroundColors: colors },
    accent: tint('accent'),
    good: tint('good'),
    warning: tint('warning'),
    attention: tint('danger'),
  },
  actions: {
    maxActions: 20,
    spacing: 'medium',
    buttonSpacing: 8,
    showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    iconPlacement: 'leftOfTitle',
    iconSize: 16,
    allowTitleToWrap: true,
  },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { suffix: ' *', suffixColor: 'attention' },
    },
    errorMessage: { color: 'attention', size: 'small' },
  },
  factSet: {
    title: { weight: 'bolder', wrap: true, maxWidth: 180 },
    value: { wrap: true },
    spacing: 16,
  },
  textStyles: { heading: { size: 'large', weight: 'bolder' } },
  table: { cellSpacing: 8 },
})

function sizes() {
  return {
    fontSizes: { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 },
    fontWeights: { lighter: 300, default: 400, bolder: 600 },
  }
}
