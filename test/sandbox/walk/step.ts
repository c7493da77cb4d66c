export interface Step {
  promise: string;
  title: string;
  run: () => Promise<void>;
}
