package dev.landfall.internal.table;

import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundPredicate;

/**
 * Makes a filter mean the same for a row as for the metrics of a file. Iceberg's row evaluator
 * takes null as smaller than every value, its metrics evaluators and SQL do not.
 */
final class NullSafe extends ExpressionVisitors.ExpressionVisitor<Expression> {

  private NullSafe() {}

  static Expression filter(Expression filter) {
    return ExpressionVisitors.visit(Expressions.rewriteNot(filter), new NullSafe());
  }

  @Override
  public Expression alwaysTrue() {
    return Expressions.alwaysTrue();
  }

  @Override
  public Expression alwaysFalse() {
    return Expressions.alwaysFalse();
  }

  @Override
  public Expression not(Expression result) {
    return Expressions.not(result);
  }

  @Override
  public Expression and(Expression left, Expression right) {
    return Expressions.and(left, right);
  }

  @Override
  public Expression or(Expression left, Expression right) {
    return Expressions.or(left, right);
  }

  @Override
  public <T> Expression predicate(BoundPredicate<T> predicate) {
    return predicate;
  }

  @Override
  public <T> Expression predicate(UnboundPredicate<T> predicate) {
    return switch (predicate.op()) {
      case LT, LT_EQ -> Expressions.and(Expressions.notNull(predicate.term()), predicate);
      default -> predicate;
    };
  }
}
