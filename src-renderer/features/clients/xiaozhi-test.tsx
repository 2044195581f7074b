/** XiaoZhi test: how the test of an address ended, in a sentence. */

import type { XiaozhiTest } from '@shared/features/xiaozhi.js'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../ui/names/status-dot.js'

const works: ReadonlySet<XiaozhiTest['kind']> = new Set(['open', 'in-use'])

export const TestResult = ({ test }: { readonly test: XiaozhiTest }) => {
  const { t } = useTranslation()
  return (
    <p className="xiaozhi-state" role="status">
      <StatusDot silent state={works.has(test.kind) ? 'online' : 'offline'} />
      <span>
        {t(`xiaozhi.result.${test.kind}`)}
        {test.kind === 'unreachable' && <span className="mono"> ({test.reason})</span>}
      </span>
    </p>
  )
}
