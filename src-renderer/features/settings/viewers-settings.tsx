/** Viewers settings: what viewers of a stream may do. */
import type { SectionProps } from './section.js'
import { VoteSettings } from './vote-settings.js'

export const ViewersSettings = (props: SectionProps) => <VoteSettings {...props} />
