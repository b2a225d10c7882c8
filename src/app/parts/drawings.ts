export { createDrawings } from '../../drivers/drawing/index.ts'
