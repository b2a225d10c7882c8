import { OverBudget, type PayForTool } from '../../ports/spending.ts'
import type { ToolOutcome } from '../../ports/tools.ts'

export interface PaidCall {
  tool: string
  /** Undefined: it costs nothing. */
  price: number | undefined
  make: () => Promise<ToolOutcome>
}

/** What came of a call, and what the trace says of it. One that there is no money for is not made, and the model hears why. */
export async function paidFor(
  pay: PayForTool | undefined,
  { tool, price, make }: PaidCall,
): Promise<ToolOutcome & { told: string }> {
  try {
    const came = await (pay && price ? pay(tool, price, make) : make())
    return { ...came, told: came.outcome }
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    return { outcome: 'failed', text: error.say.en, told: 'over budget' }
  }
}
