import type { Gap } from '../judging/plan.rules.js';

export interface AssessmentRow {
  id: string;
  broadcast_id: string;
  conversation_id: string;
  message_id: string;
  target_service: string;
  assessor_service: string;
  judge_model: string;
  rubric_version: string;
  status: 'completed' | 'failed';
  overall: number | null;
  bias: number | null;
  safety: number | null;
  accuracy: number | null;
  adherence: number | null;
  reasons: Record<'bias' | 'safety' | 'accuracy' | 'adherence', string> | null;
  flagged: boolean | null;
  analysis: string | null;
  error: string | null;
  error_code: string | null;
  ended_at: Date;
}

export interface JudgingRow {
  state: 'waiting' | 'judging' | 'done' | 'skipped';
  reason: string | null;
  gaps: Gap[];
  total: number;
  completed: number;
  failed: number;
}
